import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { profileQuery } from '../startup/profile-query.ts';
import { isCompilable } from './compilable.server.ts';

describe('the compiler is given', () => {
  it.each([
    profileQuery,
    contactMutation,
    '{ getAdminPublicProfil(id: 3) { name } }',
    'query ($id: Int!) { a: getAdminPublicProfil(id: $id) { name } b: getAdminPublicProfil(id: 1) { metier } }',
    'query ($x: Boolean!) { getAdminPublicProfil(id: 3) { name @include(if: $x) } }',
  ])('%s', (document) => expect(isCompilable(parse(document))).toBe(true));
});

describe('the compiler is not given', () => {
  it.each([
    'mutation { postContactForm(input: { fullname: "Ada" }) { isSend } }',
    'mutation { postContactForm(input: { fullname: """Ada""" }) { isSend } }',
    'query ($a: String! = "Ada") { __typename }',
    'query @x(a: "b") { __typename }',
    'query ($id: Int) { getAdminPublicProfil(id: $id) { name } }',
    'query ($id: Int! = 3) { getAdminPublicProfil(id: $id) { name } }',
    'query ($x: Boolean!) { ...f @include(if: $x) } fragment f on Query { __typename }',
    'query ($x: Boolean!) { getAdminPublicProfil(id: 3) { ... { name @include(if: $x) } } }',
    '{ __proto__: __typename }',
    'query ($__proto__: Int!) { getAdminPublicProfil(id: $__proto__) { name } }',
    'query ($id: Int = 3) { getAdminPublicProfil(id: $id) { name } }',
    'mutation ($a: I!) { a: postContactForm(input: $a) { isSend } b: postContactForm(input: $a) { isSend } }',
    'mutation ($a: I!) { ...f } fragment f on Mutation { a: postContactForm(input: $a) { isSend } }',
    'query a { __typename } mutation b { ...f } fragment f on Mutation { __typename }',
  ])('%s', (document) => expect(isCompilable(parse(document))).toBe(false));
});

describe('a document that comes again', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** The first run is interpreted, the others are compiled: with a variable nobody asks for none is an answer that was kept. */
  const thrice = async ({ query, variables = {} }: { query: string; variables?: object }) => {
    const bodies = [];
    for (let run = 0; run < 3; run += 1) {
      const asked = { query, variables: { ...variables, run } };
      bodies.push((await postGraphQL(server.url, asked)).body);
    }
    return bodies;
  };
  const written = (fullname: string) =>
    `postContactForm(input: { fullname: ${JSON.stringify(fullname)}, email: "x", subject: "x", message: "x" }) { isSend }`;

  it('never has its text run as a program', async () => {
    const mark = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';
    const bodies = await thrice({ query: `mutation { ${written(`${mark}globalThis.touched=1`)} }` });
    expect(bodies.map(({ errors }) => errors[0].extensions.code)).toEqual(Array(3).fill('CONTACT_INVALID'));
    expect(globalThis).not.toHaveProperty('touched');
  });

  it('is answered each time, whichever of its fields fails', async () => {
    const first = 'b: postContactForm(input: $b) { isSend }';
    const head = 'mutation ($b: ContactFormInput = {fullname: "", email: "", subject: "", message: ""})';
    for (const fields of [`a: ${written('')} ${first}`, `${first} a: ${written('')}`]) {
      const bodies = await thrice({ query: `${head} { ${fields} }`, variables: { b: null } });
      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[2]).toEqual(bodies[0]);
      expect(bodies[0].errors).toHaveLength(2);
    }
  });

  it.each([
    'query ($all: Boolean! = true) { getAdminPublicProfil(id: 3) { name projects @include(if: $all) { name } } }',
    'query ($x: Boolean = false) { a: __typename ...f @include(if: $x) ...f } fragment f on Query { b: __typename }',
    '{ __proto__: __typename a: __typename }',
  ])('has the same answer each time: %s', async (query) => {
    const [once, ...again] = (await thrice({ query })).map((body) => JSON.stringify(body));
    expect(again).toEqual([once, once]);
    expect(once).not.toContain('errors');
  });

  it.each([
    'p: getAdminPublicProfil(id: 3) @include(if: $x) { ... { name } } p: getAdminPublicProfil(id: 3) { metier }',
    'getAdminPublicProfil(id: 3) { projects @include(if: $x) { ... { name } } projects { altImg } }',
  ])('keeps a condition that stands over an inline fragment: %s', async (fields) => {
    const bodies = await thrice({ query: `query ($x: Boolean!) { ${fields} }`, variables: { x: false } });
    const [once, ...again] = bodies.map((body) => JSON.stringify(body));
    expect(again).toEqual([once, once]);
    expect(once).not.toContain('name');
  });

  it.each([
    ['a list', [contactInput]],
    ['of a phone that is no text', { ...contactInput, phone: 612345678 }],
    ['of one field more', { ...contactInput, website: 'https://exemple.fr' }],
    ['of nothing', {}],
    ['of a text', 'x'],
  ])('says the same of an input that is wrong: %s', async (kind, input) => {
    // A document of its own: the first run of one is interpreted.
    const query = `${contactMutation} # ${kind}`;
    const [once, ...again] = await thrice({ query, variables: { input } });
    expect(once.errors.length).toBeGreaterThan(0);
    expect(again).toEqual([once, once]);
  });

  it('says the same of a null that may not be one, in a query', async () => {
    const query = 'query ($id: Int = 3) { a: getAdminPublicProfil(id: $id) { name } b: __typename }';
    const [once, ...again] = await thrice({ query, variables: { id: null } });
    expect(once.errors).toHaveLength(1);
    expect(again).toEqual([once, once]);
  });
});
