/**
 * Whether the film is shown in a tone of the brand: the drawn one in dark mode, and in light mode if it was rendered in other
 * colours. The owner's own film keeps its colours. The build replaces these values by those of the film that is there.
 */
export const filmTone: { readonly light: boolean; readonly dark: boolean } = { light: false, dark: true };
