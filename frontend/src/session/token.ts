/** The claims this client reads. It does not verify the signature: the server decides. */
export interface TokenClaims {
  readonly sub: string;
  readonly nickname: string;
  readonly admin: boolean;
  readonly manager: boolean;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** The claims of a token, or undefined if it is not one. */
export function decodeToken(token: string): TokenClaims | undefined {
  const segment = token.split('.')[1];
  if (segment === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(segment.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function isClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Record<string, unknown>;
  return typeof claims['exp'] === 'number' && typeof claims['sub'] === 'string';
}
