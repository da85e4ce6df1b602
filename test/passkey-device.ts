import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Person, TestServer } from './server.ts';

/** A device with one passkey, as the server sees it. */
export interface PasskeyDevice {
  /** The signature counter. */
  counter: number;
  /** What a browser sends to register a passkey. */
  create(options: { readonly challenge: string; readonly rp: { readonly id: string } }): object;
  /** What a browser sends to sign in. `origin`: of the requesting page. */
  get(
    options: { readonly challenge: string; readonly rpId: string },
    from?: Partial<CredentialRequest>,
  ): object;
}

interface CredentialRequest {
  readonly origin: string;
  readonly userHandle: string;
  /** The device checked a fingerprint, face or PIN. */
  readonly verified: boolean;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
const uint = (value: number, length: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.subarray(4 - length);
};

/** CBOR of a text up to 23 bytes and of 24 to 255 bytes. */
const cborText = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const cborBytes = (value: Uint8Array): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]);

export function createPasskeyDevice(origin: string): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  // COSE: kty EC2, alg ES256, crv P-256, x and y.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
  const credential = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };
  const device: PasskeyDevice = {
    counter: 0,

    create({ challenge, rp }) {
      const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, cose]);
      const data = Buffer.concat([sha256(rp.id), Buffer.from([0x45]), uint(device.counter, 4), attested]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none')],
        ...[cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(data)],
      ]);
      const response = {
        clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
        attestationObject: text(attestation),
      };
      return { ...credential, response };
    },

    get({ challenge, rpId }, { verified = true, ...from } = {}) {
      const client = clientData('webauthn.get', challenge, from.origin ?? origin);
      const flags = Buffer.from([verified ? 0x05 : 0x01]);
      const authenticatorData = Buffer.concat([sha256(rpId), flags, uint(device.counter, 4)]);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(from.userHandle !== undefined && { userHandle: from.userHandle }),
      };
      return { ...credential, response };
    },
  };
  return device;
}

/** Steps up with the password and registers a passkey on a new device. Returns both and the session's new token. */
export async function registerPasskey(
  server: TestServer,
  { token, password }: Pick<Person, 'token' | 'password'>,
  name = 'Laptop',
) {
  await server.request('POST', '/user/step-up', { token, body: { password } });
  const prepared = await server.request('POST', '/user/passkeys/options', { token });
  const device = createPasskeyDevice(server.url);
  const body = { name, credential: device.create(prepared.body) };
  const added = await server.request('POST', '/user/passkeys', { token, body });
  if (added.status !== 201) throw new Error(`adding answered ${added.status} ${added.body.code}`);
  return { device, id: added.body.passkey._id as string, token: added.body.token as string };
}

/** Signs in as a browser would; `from` overrides what the device sends. */
export async function signInWithPasskey(
  server: TestServer,
  device: PasskeyDevice,
  from?: Partial<CredentialRequest>,
) {
  const options = await server.request('POST', '/user/login/passkey/options');
  const passkey = device.get(options.body, from);
  return server.request('POST', '/user/login/passkey', { body: { passkey } });
}
