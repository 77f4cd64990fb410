/** A field of the contact form, with its words in all places. */
export interface FormField {
  /** The label in the form. */
  label: string;
  /** The label for the studio: in its mail, in the terminal and in exports. */
  studioLabel: string;
  /** The field's name in the privacy page's list of data (PRIV-1). */
  personalData: string;
  required: boolean;
  /** Tells above the field what is expected. */
  hint?: string;
  /** The field shares its line with the one beside it, if there is room. */
  isHalf?: true;
  /** Keyboard and autocompletion for a one-line field. */
  input?: {
    type?: 'email' | 'tel';
    inputMode?: 'email';
    autoComplete?: 'email' | 'name' | 'tel' | 'organization';
    spellCheck?: false;
  };
}

export type ContactField = 'subject' | 'email' | 'fullname' | 'phone' | 'message';

/** The fields of the contact form, in order. Form, rules, mail, search, exports, terminal and privacy page read this table. */
export const formFields: Readonly<Record<ContactField, FormField>> = {
  subject: {
    label: 'Sujet',
    studioLabel: 'Sujet',
    personalData: 'le sujet choisi',
    required: true,
  },
  email: {
    label: 'Email',
    studioLabel: 'E-mail',
    personalData: 'votre adresse e-mail',
    required: true,
    hint: 'Exemple : nom@exemple.fr',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
  },
  fullname: {
    label: 'Nom complet',
    studioLabel: 'Nom',
    personalData: 'votre nom',
    required: true,
    hint: 'Prénom et nom',
    isHalf: true,
    input: { autoComplete: 'name' },
  },
  phone: {
    label: 'Téléphone (optionnel)',
    studioLabel: 'Téléphone',
    personalData: 'votre numéro de téléphone (facultatif)',
    required: false,
    hint: 'Exemple : +33 6 12 34 56 78',
    isHalf: true,
    input: { type: 'tel', autoComplete: 'tel' },
  },
  message: {
    label: 'Message',
    studioLabel: 'Message',
    personalData: 'votre message, avec l’heure de sa réception',
    required: true,
    hint: 'Au moins 10 caractères',
  },
};

/** The names of the fields, in the order of the form and of its errors. */
export const contactFields = Object.keys(formFields) as readonly ContactField[];
