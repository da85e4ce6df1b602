import type { LedgerRefusalCode, LedgerRefusalDetails } from '@matgyo/contracts/ledger-refusals';

/**
 * A rule of the domain forbids the action. It is not a fault, and nothing is appended. `code` is part of the API and
 * never changes; `LedgerRefusalDetails` says which details belong to it.
 */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal';
  readonly code: LedgerRefusalCode;
  readonly details: LedgerRefusalDetails[LedgerRefusalCode];

  constructor(code: LedgerRefusalCode, details: LedgerRefusalDetails[LedgerRefusalCode]) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

type CodeWithoutDetails = {
  [Code in LedgerRefusalCode]: Record<never, never> extends LedgerRefusalDetails[Code] ? Code : never;
}[LedgerRefusalCode];

export function refuse(code: CodeWithoutDetails): never;
export function refuse<Code extends LedgerRefusalCode>(
  code: Code,
  details: LedgerRefusalDetails[Code],
): never;
export function refuse(
  code: LedgerRefusalCode,
  details: LedgerRefusalDetails[LedgerRefusalCode] = {},
): never {
  throw new LedgerRefusal(code, details);
}
