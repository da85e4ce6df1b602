import { expect } from 'vitest';

/**
 * What OpenAPI 3.1 demands of a document, as far as ours uses it: which fields an object may and must have, that
 * every reference leads somewhere, that path templates and parameters agree. Answers with what is broken.
 */
export function brokenRules(document: unknown): readonly string[] {
  const root = asObject(document);
  const broken: string[] = [];
  const say = (where: string, what: string) => broken.push(`${where}: ${what}`);

  const fields = (
    where: string,
    value: unknown,
    required: readonly string[],
    optional: readonly string[],
  ) => {
    const object = asObject(value);
    for (const name of required) if (!(name in object)) say(where, `lacks ${name}`);
    for (const name of Object.keys(object))
      if (!required.includes(name) && !optional.includes(name) && !name.startsWith('x-'))
        say(where, `has ${name}`);
    return object;
  };
  /** The object itself or what its reference names; `check` then looks at it where it stands. */
  const orReference = (
    where: string,
    value: unknown,
    kind: string,
    check: (where: string, v: unknown) => void,
  ) => {
    const { $ref } = asObject(value);
    if ($ref === undefined) return check(where, value);
    if (Object.keys(asObject(value)).length > 1) say(where, 'has fields beside $ref');
    const named = /^#\/components\/(\w+)\/([A-Za-z0-9._-]+)$/.exec(String($ref));
    const target = asObject(asObject(asObject(root['components'])[named?.[1] ?? ''])[named?.[2] ?? '']);
    if (named?.[1] !== kind || Object.keys(target).length === 0) say(where, `${String($ref)} leads nowhere`);
  };
  const schemaAt = (where: string, value: unknown): void =>
    orReference(where, value, 'schemas', (place, schema) => {
      const object = fields(place, schema, [], schemaKeywords);
      const types = [object['type'] ?? []].flat();
      for (const type of types) if (!schemaTypes.has(type)) say(place, `type ${String(type)}`);
      for (const name of ['properties', 'patternProperties'])
        for (const [key, inner] of Object.entries(asObject(object[name]))) schemaAt(`${place}/${key}`, inner);
      for (const name of ['anyOf', 'allOf', 'oneOf', 'prefixItems'])
        for (const [index, inner] of asList(object[name]).entries())
          schemaAt(`${place}/${name}/${index}`, inner);
      for (const name of ['items', 'not', 'additionalProperties', 'propertyNames'])
        if (typeof object[name] === 'object') schemaAt(`${place}/${name}`, object[name]);
      for (const name of asList(object['required']))
        if (!(String(name) in asObject(object['properties']))) say(place, `requires unknown ${String(name)}`);
      if (typeof object['pattern'] === 'string') new RegExp(object['pattern'], 'u');
    });
  const mediaAt = (where: string, value: unknown): void => {
    for (const [type, media] of Object.entries(asObject(value))) {
      if (!/^\w+\/[\w.+-]+$/.test(type)) say(where, `media type ${type}`);
      const { schema, examples } = fields(
        `${where}/${type}`,
        media,
        ['schema'],
        ['example', 'examples', 'encoding'],
      );
      schemaAt(`${where}/${type}/schema`, schema);
      for (const [name, example] of Object.entries(asObject(examples)))
        orReference(`${where}/${name}`, example, 'examples', exampleAt);
    }
  };
  const exampleAt = (where: string, value: unknown): void => {
    fields(where, value, ['value'], ['summary', 'description']);
  };
  const headerAt = (where: string, value: unknown): void => {
    const { schema } = fields(where, value, ['schema'], ['description', 'required', 'deprecated']);
    schemaAt(where, schema);
  };
  const responseAt = (where: string, value: unknown): void => {
    const { headers, content } = fields(where, value, ['description'], ['headers', 'content', 'links']);
    for (const [name, header] of Object.entries(asObject(headers)))
      orReference(`${where}/${name}`, header, 'headers', headerAt);
    mediaAt(where, content);
  };
  const parameterAt = (where: string, value: unknown): void => {
    const parameter = fields(
      where,
      value,
      ['name', 'in', 'schema'],
      ['description', 'required', 'deprecated', 'example'],
    );
    if (!['path', 'query', 'header', 'cookie'].includes(String(parameter['in']))) say(where, 'is nowhere');
    if (parameter['in'] === 'path' && parameter['required'] !== true)
      say(where, 'is in the path but not required');
    schemaAt(where, parameter['schema']);
  };

  fields(
    'document',
    root,
    ['openapi', 'info', 'paths'],
    ['servers', 'tags', 'components', 'security', 'externalDocs'],
  );
  expect(root['openapi']).toMatch(/^3\.1\.\d+$/);
  fields('info', root['info'], ['title', 'version'], ['summary', 'description', 'license', 'contact']);
  for (const server of asList(root['servers']))
    fields('servers', server, ['url'], ['description', 'variables']);
  const tags = asList(root['tags']).map((tag) => fields('tags', tag, ['name'], ['description'])['name']);
  if (new Set(tags).size !== tags.length) say('tags', 'are not unique');

  const components = fields('components', root['components'], [], componentKinds);
  const kinds = {
    schemas: schemaAt,
    responses: responseAt,
    examples: exampleAt,
    parameters: parameterAt,
    headers: headerAt,
  };
  for (const [kind, check] of Object.entries(kinds))
    for (const [name, value] of Object.entries(asObject(components[kind]))) {
      if (!/^[A-Za-z0-9._-]+$/.test(name)) say(kind, `named ${name}`);
      check(`${kind}/${name}`, value);
    }
  const schemes = asObject(components['securitySchemes']);

  const operationIds = new Set<unknown>();
  for (const [path, item] of Object.entries(asObject(root['paths']))) {
    if (!path.startsWith('/')) say(path, 'does not begin with a slash');
    const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [method, value] of Object.entries(fields(path, item, [], methods))) {
      const where = `${method} ${path}`;
      const operation = fields(where, value, ['operationId', 'responses'], operationFields);
      if (operationIds.has(operation['operationId'])) say(where, 'has the operationId of another');
      operationIds.add(operation['operationId']);
      for (const tag of asList(operation['tags']))
        if (!tags.includes(tag)) say(where, `has tag ${String(tag)}`);
      for (const parameter of asList(operation['parameters']))
        orReference(where, parameter, 'parameters', parameterAt);
      const inPath = asList(operation['parameters']).filter((one) => asObject(one)['in'] === 'path');
      expect(inPath.map((one) => asObject(one)['name']).sort(), where).toEqual(templated);
      for (const alternative of asList(operation['security']))
        for (const scheme of Object.keys(asObject(alternative)))
          if (!(scheme in schemes)) say(where, `knows no ${scheme}`);
      if (operation['requestBody'] !== undefined) {
        if (method === 'get') say(where, 'has a body');
        const body = fields(where, operation['requestBody'], ['content'], ['description', 'required']);
        mediaAt(where, body['content']);
      }
      const responses = Object.entries(asObject(operation['responses']));
      if (!responses.some(([status]) => status.startsWith('2'))) say(where, 'never succeeds');
      for (const [status, response] of responses) {
        if (!/^[1-5]\d\d$/.test(status)) say(where, `status ${status}`);
        orReference(`${where} ${status}`, response, 'responses', responseAt);
      }
    }
  }
  return broken;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operationFields = ['tags', 'summary', 'description', 'security', 'parameters', 'requestBody'];
const componentKinds = ['schemas', 'responses', 'examples', 'parameters', 'headers', 'securitySchemes'];
const schemaTypes: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);
const schemaKeywords = [
  ...['type', 'enum', 'const', 'format', 'description', 'title', 'default', 'examples', 'deprecated'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'items'],
  ...['prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'multipleOf', 'anyOf', 'allOf', 'oneOf', 'not'],
];

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
