import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeValues } from '../../src/content-check/content-source.server.ts';

/** Another owner than the shipped one, as unlike as the law and the pages allow: an EURL in Nantes, three offers, no phone. */
const answers = {
  name: 'Maëlle Ker',
  studioName: 'Ker Logiciels',
  form: 'EURL',
  capital: '1 000',
  phone: '',
  mediator: '',
  street: '12 quai de la Fosse',
  town: '44000 Nantes',
  siren: '912 345 678',
  vat: 'oui',
  region: 'Pays de la Loire',
  contactEmail: 'bonjour@ker-logiciels.example',
  siteAddress: 'https://ker-logiciels.example',
  hostName: 'Hébergement de l’Erdre SARL',
  hostAddress: '3 rue des Serveurs, 44300 Nantes',
  hostPhone: '02 61 91 00 00',
  promise: 'Des logiciels qui tiennent la marée.',
  offer1: 'non',
  offer2: 'non',
  hour: '72',
  essentialSite: '1450',
  'prices.dayMax': '640',
  'light.primary': '#f2c14e',
  'light.secondary': '#0b5d4e',
  'dark.primary': '#eaf4f1',
  'dark.secondary': '#3f8fb0',
  '*': 'oui',
};

/** Makes a copy of the project the site of the second owner. @throws Error with what the command said */
export function becomeSecondOwner(root: string): void {
  const file = join(root, 'reponses.json');
  writeFileSync(file, JSON.stringify(answers));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/make-it-yours.ts', file], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  // They keep the shipped icon and film.
  writeValues(root, 'src/content/identity.ts', { examplePictures: '[]' });
  writeValues(root, 'src/content/form-fields.ts', {
    'formFields.phone.label': "'Portable (optionnel)'",
    'formFields.phone.personalData': "'votre numéro de portable (facultatif)'",
  });
  writeValues(root, 'src/content/offers.ts', {
    'fixedPriceOffers[0].titre': "'Site de commerce, son catalogue, ses commandes et ses stocks'",
  });
}
