import { expect, it } from 'vitest';
import { focused, formValues, seenNotice, shownErrors, watchNotice } from './in-page.ts';
import type { Scene } from './journeys.ts';

const VALUES = {
  subject: 'Projet mobile à discuter',
  email: 'elodie@client.example',
  fullname: 'Élodie Martin',
  phone: '+33 6 12 34 56 78',
  message: 'Bonjour, un projet pour notre refuge.',
};

const EMPTY = { subject: '', email: '', fullname: '', phone: '', message: '' };

export function formJourneys(scene: Scene): void {
  it('FORM-3: says what is wrong at each field, and the focus goes to the first', async () => {
    const { visitor } = scene;
    await visitor.engine.resize(1280, 800);
    await visitor.open('/contact');
    await visitor.click('button', 'Envoyer');
    await visitor.sees(shownErrors, {
      Sujet: 'Le sujet est requis',
      Email: 'Votre email est requis',
      'Nom complet': 'Votre nom complet est requis',
      Message: 'Le message est requis',
    });
    await visitor.sees(focused, 'SELECT Sujet');
  });

  it('FORM-3: a field is checked once it was touched', async () => {
    const { visitor } = scene;
    await visitor.open('/contact');
    await visitor.click('field', 'Téléphone');
    await visitor.engine.type('12');
    await visitor.engine.press('Tab');
    await visitor.sees(shownErrors, { 'Téléphone (optionnel)': 'Numéro invalide (ex: +33 6 12 34 56 78)' });
  });

  it('FORM-3: nothing can be typed beyond 2000 characters', async () => {
    const { visitor } = scene;
    await visitor.open('/contact');
    await visitor.click('field', 'Message');
    await visitor.engine.run(() => {
      document.execCommand('insertText', false, 'é'.repeat(1999));
    }, null);
    await visitor.engine.type('abc');
    await visitor.sees(() => (document.activeElement as HTMLTextAreaElement).value.slice(-3), 'ééa');
    await visitor.sees(() => document.body.textContent?.includes('2000/2000 caractères'), true);
  });

  it('FORM-5: a message that was sent: green notice at the top centre, the form emptied', async () => {
    const { visitor } = scene;
    await visitor.open('/contact');
    await fill(scene);
    await visitor.engine.run(watchNotice, null);
    await visitor.click('button', 'Envoyer');
    await expectNotice(scene, 'Merci ! Votre message a bien été envoyé.', true);
    await visitor.sees(formValues, EMPTY);
  });

  it('FORM-6: a message that was refused: red notice, the form emptied, the message to be had back', async () => {
    const { visitor, front } = scene;
    front.contact = 'refused';
    await visitor.open('/contact');
    await fill(scene);
    await visitor.engine.run(watchNotice, null);
    await visitor.click('button', 'Envoyer');
    await expectNotice(scene, 'Une erreur est survenue. Veuillez réessayer plus tard.', false);
    await visitor.sees(formValues, EMPTY);
    await visitor.click('button', 'Récupérer mon message');
    await visitor.sees(formValues, VALUES);
    front.contact = 'through';
    await visitor.click('button', 'Envoyer');
    await visitor.sees(formValues, EMPTY);
  });
}

/** By pointer and keys; the list of subjects opens outside the page, so its choice is made as the browser reports it. */
async function fill({ visitor }: Scene): Promise<void> {
  const { subject, ...typed } = VALUES;
  await visitor.engine.run((label) => {
    const select = document.querySelector('select');
    if (!select) return;
    select.value = label;
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
  }, subject);
  const labels = { email: 'Email', fullname: 'Nom complet', phone: 'Téléphone', message: 'Message' } as const;
  for (const [name, text] of Object.entries(typed)) {
    await visitor.click('field', labels[name as keyof typeof typed]);
    await visitor.engine.type(text);
  }
  await visitor.sees(formValues, VALUES);
}

/** How long it stays is proved by the page's clock: tests/browser/notice.spec.ts. */
async function expectNotice({ visitor }: Scene, words: string, green: boolean): Promise<void> {
  await expect.poll(() => visitor.engine.run(seenNotice, null)).not.toBeNull();
  const seen = await visitor.engine.run(seenNotice, null);
  expect(seen?.text).toContain(words);
  const [red = 0, greenPart = 0] = seen?.ground.match(/\d+/g)?.map(Number) ?? [];
  expect(greenPart > red).toBe(green);
  expect(seen?.aside).toBeLessThan(2);
  expect(seen?.top).toBeLessThan(100);
}
