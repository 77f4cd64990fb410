import { contactMutation } from '../../src/contact/mutation.ts';
import { profileQuery } from '../../src/startup/profile-query.ts';
import { scratchFile } from './scratch.mjs';

const variables = { id: 3 };

/** The request that every visit makes (specification, section 7). */
export const profileRequest = { operationName: 'getAdminPublicProfil', query: profileQuery, variables };

const own = ['name', 'metier', 'presentation'];
const project = ['name', 'description', 'UrlInProd', 'fonctionalites', 'urlImage', 'altImg'];
const stack = ['type', 'technoFront', 'technoBack', 'technoDevops', 'technoServicesTools'];

/** Valid documents that all differ: other fields, other names, aliases, literal or variable id. */
export function manyProfileRequests(count = 50) {
  return Array.from({ length: count }, (_, index) => {
    const fields = [
      ...own.slice(0, 1 + (index % own.length)),
      `title${index}: metier`,
      `projects { ${project.slice(0, 1 + (index % project.length)).join(' ')} }`,
      `TechStacks { ${stack.slice(index % stack.length).join(' ')} }`,
    ];
    const query = `query Profile${index}($id: Int!) { getAdminPublicProfil(id: $id) { ${fields.join(' ')} } }`;
    return { query, variables };
  });
}

/** A message of ordinary length; @@ is replaced in each request, so that none repeats another. */
export const contactRequest = {
  operationName: 'postContactForm',
  query: contactMutation,
  variables: {
    input: {
      fullname: 'Camille Exemple',
      email: 'camille@exemple.fr',
      subject: 'Projet web à discuter',
      phone: '+33 6 12 34 56 78',
      message: `Bonjour, je souhaite un site pour mon entreprise. ${'Pouvez-vous me rappeler ? '.repeat(6)}(@@)`,
    },
  },
};

/** Writes bodies as wrk.lua reads them, one a line. @returns {string} the file */
export function bodiesFile(requests) {
  return scratchFile('bodies.jsonl', requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
}
