import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeValues, writtenValues } from '../../src/content-check/content-source.server.ts';

/** Another owner than the shipped one, as unlike as the law and the pages allow: an EURL in Nantes, three offers, no phone. */
const identity = {
  studioName: 'Ker Logiciels',
  publisherName: 'Ker Logiciels',
  legalStatus: 'EURL au capital de 1 000 €',
  registration: '912 345 678 R.C.S. Nantes',
  address: '12 quai de la Fosse, 44000 Nantes',
  phone: '',
  vat: 'FR74912345678',
  publicationDirector: 'Maëlle Ker',
  contactEmail: 'bonjour@ker-logiciels.example',
  siteAddress: 'https://ker-logiciels.example',
  hostName: 'Hébergement de l’Erdre SARL',
  hostAddress: '3 rue des Serveurs, 44300 Nantes',
  hostPhone: '02 61 91 00 00',
  mediator: '',
  region: 'Pays de la Loire',
  whereabouts: 'à Nantes',
  portraitAlt: 'Portrait de Maëlle Ker, sur les quais',
  studioPictureAlt: 'La Loire au petit matin, vue du pont Anne-de-Bretagne',
  github: 'https://github.com/exemple',
};

const brand = {
  light: { primary: '#f2c14e', secondary: '#0b5d4e' },
  dark: { primary: '#eaf4f1', secondary: '#3f8fb0' },
};

/** Makes a copy of the project the site of the second owner. */
export function becomeSecondOwner(root: string): void {
  write(
    root,
    'identity',
    Object.fromEntries(Object.entries(identity).map(([field, value]) => [`identity.${field}`, value])),
  );
  write(root, 'footer', { 'footer.promise': 'Des logiciels qui tiennent la marée.' });
  write(root, 'form-fields', {
    'formFields.phone.label': 'Portable (optionnel)',
    'formFields.phone.personalData': 'votre numéro de portable (facultatif)',
  });
  write(root, 'not-found', { 'notFound.title': 'Rien à cette adresse' });
  const offers = 'src/content/offers.ts';
  const text = new Map(writtenValues(root, offers).map((value) => [value.field, value.text]));
  const three = [3, 0, 4].map((index) => text.get(`fixedPriceOffers[${index}]`));
  writeValues(root, offers, {
    fixedPriceOffers: `[${three.join(',\n')}]`,
    'prices.hour': '72',
    'prices.essentialSite': '1450',
    'prices.dayMax': '640',
  });
  write(root, 'offers', {
    'fixedPriceOffers[1].titre': 'Site de commerce, son catalogue et ses commandes en ligne',
  });
  writeFileSync(join(root, 'src/theme/brand.json'), `${JSON.stringify(brand, null, 2)}\n`);
}

function write(root: string, file: string, values: Readonly<Record<string, string>>): void {
  const sources = Object.entries(values).map(([field, value]) => [field, JSON.stringify(value)]);
  writeValues(root, `src/content/${file}.ts`, Object.fromEntries(sources));
}
