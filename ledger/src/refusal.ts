import type { LedgerRefusalCode, LedgerRefusalDetails } from '@matgyo/contracts/ledger-refusals';

/**
 * The ledger says no: a rule of the domain, not a fault. `code` is the stable word, `details` what
 * `LedgerRefusalDetails` promises for it. Nothing was appended for the command that got it.
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

/** Refuses: the details are those the code asks for. */
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
