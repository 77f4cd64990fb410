import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The name in the test certificates; it leads to this machine everywhere. */
export const CERTIFIED_HOST = 'localhost';

export interface CertificateFiles {
  certificateFile: string;
  keyFile: string;
}

/**
 * Makes a self-signed certificate in this folder: a client that trusts it needs no other authority.
 * @param days for which it is valid; -1: it ended yesterday
 */
export async function makeCertificate(
  dir: string,
  host = CERTIFIED_HOST,
  days = 2,
): Promise<CertificateFiles> {
  const [certificateFile, keyFile] = [join(dir, 'certificate.pem'), join(dir, 'key.pem')];
  const subject = `/CN=${host} -addext subjectAltName=DNS:${host}`;
  const key = 'ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  const words = `req -x509 -days ${Math.max(days, 1)} -subj ${subject} -newkey ${key}`.split(' ');
  await promisify(execFile)('openssl', [...words, '-keyout', keyFile, '-out', certificateFile]);
  if (days < 1) {
    const ended = `x509 -days ${days} -in ${certificateFile} -signkey ${keyFile} -out ${certificateFile}`;
    await promisify(execFile)('openssl', ended.split(' '));
  }
  return { certificateFile, keyFile };
}
