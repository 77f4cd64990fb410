import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeCertificate } from '../../tests/support/certificate.ts';
import { runHeldBack } from '../../tests/support/ordinary-account.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

function listMessages(env: Record<string, string>) {
  return runHeldBack([resolve('src/start-cli.ts'), 'messages', 'list'], { cwd: folder, env });
}

const wrong: Record<string, [make: (file: string) => void, words: RegExp]> = {
  'a file of another account': [
    (file) => writeFileSync(file, 'PORT=3001', { mode: 0o000 }),
    /^Le fichier \.env existe, mais ce compte ne peut pas le lire\..*deploy\.md\.$/,
  ],
  'a link to such a file': [
    (file) => {
      writeFileSync(`${file}.real`, 'PORT=3001', { mode: 0o000 });
      symlinkSync(`${file}.real`, file);
    },
    /^Le fichier \/\S+\.env\.real, où mène le lien \.env, existe, mais ce compte ne peut pas le lire\./,
  ],
  'a folder': [(file) => mkdirSync(file), /^Le fichier \.env est un dossier\./],
  'a file in UTF-16 without its mark': [
    (file) => writeFileSync(file, 'PORT=3001', 'utf16le'),
    /^Le fichier \.env n’est pas en UTF-8\. Enregistrez-le en UTF-8/,
  ],
  'a link to a file in Latin-1': [
    (file) => {
      writeFileSync(`${file}.real`, 'SMTP_URL=smtp://mail.exemple.fr # envoyé', 'latin1');
      symlinkSync(`${file}.real`, file);
    },
    /^Le fichier \/\S+\.env\.real, où mène le lien \.env, n’est pas en UTF-8\./,
  ],
  'a misspelt name': [
    (file) =>
      writeFileSync(file, 'MAIL_TO=a\nSMTP_URI=b\nTRUST_PROXIES=1\nSITEURL=d\nNODE_ENV=x\nHTTP_PROXY=c'),
    /incorrecte\u00a0:\n {2}MAIL_TO\u00a0: il faut un nom connu.*\n {2}SITEURL\u00a0: il faut.*\n {2}SMTP_URI\u00a0: il faut.*\n {2}TRUST_PROXIES\u00a0: il faut.*\nCorrigez/,
  ],
  'certificates that are not there': [
    (file) => writeFileSync(file, 'NODE_EXTRA_CA_CERTS=/nowhere/ca.pem'),
    /^\/nowhere\/ca\.pem n’existe pas/,
  ],
  'a link to nothing': [
    (file) => symlinkSync('/nowhere/vitrine.env', file),
    /^Le fichier \/nowhere\/vitrine\.env, où mène le lien \.env, n’existe pas\./,
  ],
};

/** Reads the settings in each folder, and prints as JSON what an operator is told. */
const reader = `
  import { readEnvironment } from ${JSON.stringify(resolve('src/config/config.server.ts'))};
  import { explainFailure } from ${JSON.stringify(resolve('src/failure.server.ts'))};
  const told = process.argv.slice(1).map((folder) => {
    process.chdir(folder);
    return Promise.try(readEnvironment).catch(async (error) => explainFailure(error).message);
  });
  console.log(JSON.stringify(await Promise.all(told)));`;

it('says what is wrong with .env', () => {
  const folders = Object.values(wrong).map(([make], index) => {
    const own = join(folder, `${index}`);
    mkdirSync(own);
    make(join(own, '.env'));
    return own;
  });
  const { stdout } = runHeldBack(['--input-type=module', '--eval', reader, ...folders], { cwd: folder });
  const told: string[] = JSON.parse(stdout);
  for (const [index, [what, [, words]]] of Object.entries(wrong).entries())
    expect(told[index], what).toMatch(words);
});

it('prefers a variable of the process to .env, which may have a byte order mark, as Notepad writes it', () => {
  writeFileSync(
    join(folder, '.env'),
    '\ufeffDATA_DIR=/of/the/file\r\nPORT=nothing\r\nNODE_EXTRA_CA_CERTS=/nowhere\r\n',
    { mode: 0o644 },
  );
  const env = { PORT: '3001', NODE_EXTRA_CA_CERTS: resolve('LICENSE') };
  expect(listMessages(env).stderr).toContain('/of/the/file/vitrine.db');
  expect(listMessages({ ...env, DATA_DIR: '/given' }).stderr).toContain('/given/vitrine.db');
});

it('hides the values of .env from child processes, and trusts its certificates beside all others', async () => {
  const { certificateFile } = await makeCertificate(folder);
  const env = `SMTP_URL=smtp://studio:secret@mail.exemple.fr\nNODE_EXTRA_CA_CERTS=${certificateFile}`;
  writeFileSync(join(folder, '.env'), env, { mode: 0o644 });
  const script = `
    import { getCACertificates } from 'node:tls';
    const before = getCACertificates('default').length;
    import { readEnvironment } from ${JSON.stringify(resolve('src/config/config.server.ts'))};
    const { smtpUrl } = readEnvironment();
    console.log(smtpUrl, process.env.SMTP_URL, getCACertificates('default').length - before);`;
  const { stdout } = runHeldBack(['--input-type=module', '--eval', script], { cwd: folder });
  expect(stdout).toBe('smtp://studio:secret@mail.exemple.fr undefined 1\n');
});
