/** Loads DOMPurify, for browsers without a sanitiser of their own. */
export const fetchPurify = () => import('./purify.ts');
