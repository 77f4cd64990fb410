/* Declares the module that the build writes (scripts/studio/site.ts). */
declare module '#built/studio.js' {
  type Site = import('../scripts/studio/site.ts').Site;
  export const identity: Site['identity'];
  export const promise: Site['promise'];
  export const palette: Site['palette'];
  export const grounds: Site['grounds'];
  export const filmTone: Site['filmTone'];
  export const answerDays: Site['answerDays'];
  export const answer: Site['answer'];
  export const taxNote: Site['taxNote'];
  export const fixedPriceOffers: Site['fixedPriceOffers'];
  export const regieOffer: Site['regieOffer'];
  export const home: Site['home'];
  export const about: Site['about'];
  export const contact: Site['contact'];
  export const references: Site['references'];
  export const legalMention: Site['legalMention'];
  export const accessibility: Site['accessibility'];
  export const rulesOfLaw: Site['rulesOfLaw'];
  export const privacy: Site['privacy'];
  export const recipients: Site['recipients'];
  export const share: Site['share'];
  export const firstProfile: Site['firstProfile'];
  export const exampleName: string;
  /** The values that only the owner can promise and has not confirmed yet. */
  export const open: readonly import('../scripts/studio/read.ts').OpenPromise[];
  /** Name of the folder that the build read, and its version. */
  export const folder: { readonly name: string; readonly version: string };
}
