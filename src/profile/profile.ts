/** The administrator whose profile the site shows (specification, section 6). */
export const ADMINISTRATOR_ID = 3;

/** The public profile, with the names of the GraphQL contract. */
export interface Profile {
  name: string;
  metier: string;
  /** HTML, of the elements in `allowed-html.ts`. */
  presentation: string;
  projects: Project[];
  TechStacks: TechStack[];
}

export interface Project {
  name: string;
  description: string;
  UrlInProd: string;
  fonctionalites: string;
  urlImage: string;
  altImg: string;
}

export interface TechStack {
  type: string;
  technoFront: string;
  technoBack: string;
  technoDevops: string;
  technoServicesTools: string;
}
