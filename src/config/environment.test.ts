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

const wrong: Record<string, (file: string) => void> = {
  'a file of another account': (file) => writeFileSync(file, 'PORT=3001', { mode: 0o000 }),
  'a link to such a file': (file) => {
    writeFileSync(`${file}.real`, 'PORT=3001', { mode: 0o000 });
    symlinkSync(`${file}.real`, file);
  },
  'a folder': (file) => mkdirSync(file),
  'a file in UTF-16 without its mark': (file) => writeFileSync(file, 'PORT=3001', 'utf16le'),
  'a link to a file in Latin-1': (file) => {
    writeFileSync(`${file}.real`, 'SMTP_URL=smtp://mail.exemple.fr # envoyé', 'latin1');
    symlinkSync(`${file}.real`, file);
  },
  'misspelt names': (file) =>
    writeFileSync(file, 'MAIL_TO=a\nSMTP_URI=b\nTRUST_PROXIES=1\nSITEURL=d\nNODE_ENV=x\nHTTP_PROXY=c'),
  'certificates that are not there': (file) => writeFileSync(file, 'NODE_EXTRA_CA_CERTS=/nowhere/ca.pem'),
  'a link to nothing': (file) => symlinkSync('/nowhere/vitrine.env', file),
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

it('says in the approved words what is wrong with .env', async () => {
  const folders = Object.values(wrong).map((make, index) => {
    const own = join(folder, `${index}`);
    mkdirSync(own);
    make(join(own, '.env'));
    return own;
  });
  const { stdout } = runHeldBack(['--input-type=module', '--eval', reader, ...folders], { cwd: folder });
  const told: string[] = JSON.parse(stdout);
  const words = Object.keys(wrong).map((what, index) => `# ${what}\n${told[index]}\n`);
  const masked = words.join('\n').replaceAll(/\S*\/\d+\/\.env/g, '/DOSSIER/.env');
  await expect(masked).toMatchFileSnapshot('environment.approved.txt');
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
