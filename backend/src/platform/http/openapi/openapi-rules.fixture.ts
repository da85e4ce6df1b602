type Fields = Readonly<Record<string, unknown>>;
type Check = (where: string, value: unknown) => void;

/**
 * The rules of OpenAPI 3.1 that our document needs: required and allowed fields, valid references, path parameters
 * that match the template. Returns the violations.
 */
export function brokenRules(document: unknown): readonly string[] {
  return new DocumentCheck(asObject(document)).run();
}

class DocumentCheck {
  readonly #document: Fields;
  readonly #broken: string[] = [];
  readonly #operationIds = new Set<unknown>();
  readonly #tags: readonly unknown[];
  readonly #components: Fields;

  constructor(document: Fields) {
    this.#document = document;
    this.#tags = asList(document['tags']).map((tag) => asObject(tag)['name']);
    this.#components = asObject(document['components']);
  }

  run(): readonly string[] {
    const { openapi, info, servers, tags, components, paths } = this.#fields(
      'document',
      this.#document,
      ['openapi', 'info', 'paths'],
      ['servers', 'tags', 'components'],
    );
    if (!/^3\.1\.\d+$/.test(String(openapi))) this.#report('document', `is of version ${String(openapi)}`);
    this.#fields('info', info, ['title', 'version'], ['summary', 'description']);
    for (const server of asList(servers)) this.#fields('servers', server, ['url'], ['description']);
    for (const tag of asList(tags)) this.#fields('tags', tag, ['name'], ['description']);
    if (new Set(this.#tags).size !== this.#tags.length) this.#report('tags', 'are not unique');
    this.#fields('components', components, [], [...Object.keys(this.#kinds), 'securitySchemes']);
    for (const [kind, check] of Object.entries(this.#kinds))
      for (const [name, value] of Object.entries(asObject(this.#components[kind])))
        check(`${kind}/${name}`, value);
    for (const [path, item] of Object.entries(asObject(paths))) this.#path(path, item);
    return this.#broken;
  }

  readonly #schema: Check = (where, value) => {
    const schema = this.#fields(where, value, [], schemaKeywords);
    for (const type of [schema['type'] ?? []].flat())
      if (!schemaTypes.has(type)) this.#report(where, `type ${String(type)}`);
    for (const name of asList(schema['required']))
      if (!(String(name) in asObject(schema['properties']))) this.#report(where, `requires ${String(name)}`);
    if (typeof schema['pattern'] === 'string' && !isPattern(schema['pattern']))
      this.#report(where, 'has no pattern');
    for (const [name, inner] of innerSchemas(schema)) this.#referable(`${where}/${name}`, inner, 'schemas');
  };

  readonly #example: Check = (where, value) => {
    this.#fields(where, value, ['value'], ['summary', 'description']);
  };

  readonly #header: Check = (where, value) => {
    const { schema } = this.#fields(where, value, ['schema'], ['description', 'required']);
    this.#referable(where, schema, 'schemas');
  };

  readonly #response: Check = (where, value) => {
    const { headers, content } = this.#fields(where, value, ['description'], ['headers', 'content']);
    for (const [name, header] of Object.entries(asObject(headers)))
      this.#referable(`${where}/${name}`, header, 'headers');
    this.#content(where, content);
  };

  readonly #parameter: Check = (where, value) => {
    const parameter = this.#fields(where, value, ['name', 'in', 'schema'], ['description', 'required']);
    const parameterIn = parameter['in'];
    if (!['path', 'query', 'header', 'cookie'].includes(String(parameterIn)))
      this.#report(where, 'is nowhere');
    if (parameterIn === 'path' && parameter['required'] !== true)
      this.#report(where, 'may be left out of the path');
    this.#referable(where, parameter['schema'], 'schemas');
  };

  readonly #kinds: Readonly<Record<string, Check>> = {
    schemas: this.#schema,
    responses: this.#response,
    examples: this.#example,
    parameters: this.#parameter,
    headers: this.#header,
  };

  #content(where: string, content: unknown): void {
    for (const [type, media] of Object.entries(asObject(content))) {
      if (!/^\w+\/[\w.+-]+$/.test(type)) this.#report(where, `media type ${type}`);
      const { schema, examples } = this.#fields(`${where}/${type}`, media, ['schema'], ['examples']);
      this.#referable(`${where}/${type}`, schema, 'schemas');
      for (const [name, example] of Object.entries(asObject(examples)))
        this.#referable(`${where}/${name}`, example, 'examples');
    }
  }

  #path(path: string, item: unknown): void {
    if (!path.startsWith('/')) this.#report(path, 'does not begin with a slash');
    for (const [method, operation] of Object.entries(this.#fields(path, item, [], methods)))
      this.#operation(`${method} ${path}`, operation, { method, path });
  }

  #operation(where: string, value: unknown, { method, path }: { method: string; path: string }): void {
    const operation = this.#fields(where, value, ['operationId', 'responses'], operationFields);
    const { operationId, tags, parameters, security, requestBody, responses } = operation;
    if (this.#operationIds.has(operationId)) this.#report(where, 'has the operationId of another');
    this.#operationIds.add(operationId);
    for (const tag of asList(tags))
      if (!this.#tags.includes(tag)) this.#report(where, `has tag ${String(tag)}`);
    for (const parameter of asList(parameters)) this.#referable(where, parameter, 'parameters');
    this.#pathParameters(where, path, asList(parameters));
    this.#security(where, asList(security));
    if (requestBody !== undefined) {
      if (method === 'get') this.#report(where, 'has a body');
      this.#content(
        where,
        this.#fields(where, requestBody, ['content'], ['description', 'required'])['content'],
      );
    }
    const answers = Object.entries(asObject(responses));
    if (!answers.some(([status]) => status.startsWith('2'))) this.#report(where, 'never succeeds');
    for (const [status, response] of answers) {
      if (!/^[1-5]\d\d$/.test(status)) this.#report(where, `status ${status}`);
      this.#referable(`${where} ${status}`, response, 'responses');
    }
  }

  #pathParameters(where: string, path: string, parameters: readonly unknown[]): void {
    const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const pathParameters = parameters.map(asObject).filter((one) => one['in'] === 'path');
    const names = pathParameters.map((one) => one['name']).sort();
    if (names.join() !== templated.join())
      this.#report(where, `states ${names.join()} as its path's parameters`);
  }

  #security(where: string, alternatives: readonly unknown[]): void {
    const schemes = asObject(this.#components['securitySchemes']);
    for (const scheme of alternatives.flatMap((alternative) => Object.keys(asObject(alternative))))
      if (!(scheme in schemes)) this.#report(where, `knows no ${scheme}`);
  }

  /** The object itself or a reference, whose target is checked where it is defined. */
  #referable(where: string, value: unknown, kind: string): void {
    const { $ref, ...others } = asObject(value);
    if ($ref === undefined) {
      this.#kinds[kind]?.(where, value);
      return;
    }
    if (Object.keys(others).length > 0) this.#report(where, 'has fields beside $ref');
    const [, named, name = ''] = /^#\/components\/(\w+)\/([A-Za-z0-9._-]+)$/.exec(String($ref)) ?? [];
    if (named !== kind || asObject(this.#components[kind])[name] === undefined)
      this.#report(where, `${String($ref)} leads nowhere`);
  }

  #fields(where: string, value: unknown, required: readonly string[], optional: readonly string[]): Fields {
    const object = asObject(value);
    for (const name of required) if (!(name in object)) this.#report(where, `lacks ${name}`);
    for (const name of Object.keys(object))
      if (!required.includes(name) && !optional.includes(name) && !name.startsWith('x-'))
        this.#report(where, `has ${name}`);
    return object;
  }

  #report(where: string, what: string): void {
    this.#broken.push(`${where}: ${what}`);
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operationFields = ['tags', 'summary', 'description', 'security', 'parameters', 'requestBody'];
const schemaTypes = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const listsOfSchemas = ['anyOf', 'allOf', 'oneOf', 'prefixItems'];
const schemasByName = ['properties', 'patternProperties'];
const singleSchemas = ['items', 'not', 'additionalProperties', 'propertyNames'];
const schemaKeywords = [
  ...['type', 'enum', 'const', 'format', 'description', 'title', 'default', 'examples', 'required'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'multipleOf'],
  ...[...listsOfSchemas, ...schemasByName, ...singleSchemas],
];

function innerSchemas(schema: Fields): readonly (readonly [string, unknown])[] {
  return [
    ...schemasByName.flatMap((name) => Object.entries(asObject(schema[name]))),
    ...listsOfSchemas.flatMap((name) => asList(schema[name]).map((inner) => [name, inner] as const)),
    ...singleSchemas.flatMap((name) =>
      typeof schema[name] === 'object' ? [[name, schema[name]] as const] : [],
    ),
  ];
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

const asObject = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
