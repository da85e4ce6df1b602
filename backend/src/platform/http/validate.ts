import { type ErrorCode, errorCodes } from '@matgyo/contracts/errors/index';
import type { z } from 'zod';
import { failure, type RequestFailure } from './request-failure.ts';

const errorCodeSet: ReadonlySet<string> = new Set(errorCodes);
const fieldsMax = 20;

/**
 * Parses `input` by the schema and drops unknown fields.
 *
 * @throws RequestFailure with the first error code that a rule of the schema names, or else `otherwise`.
 *   `details.fields` names fields, never their values.
 */
export function validated<S extends z.ZodType>(
  schema: S,
  input: unknown,
  otherwise: ErrorCode = 'BAD_REQUEST',
): z.output<S> {
  const result = schema.safeParse(input, { reportInput: false });
  if (result.success) return result.data;
  throw failureOf(result.error.issues, otherwise);
}

function failureOf(issues: readonly z.core.$ZodIssue[], otherwise: ErrorCode): RequestFailure {
  const all = issues.flatMap(leaves);
  // A field reports its first broken rule.
  const fields = Object.fromEntries(
    all
      .slice(0, fieldsMax)
      .map((issue) => [issue.path.join('.').slice(0, 100), issue.message])
      .reverse(),
  );
  const named = all.find((issue) => errorCodeSet.has(issue.message));
  return failure((named?.message as ErrorCode | undefined) ?? otherwise, { fields });
}

/**
 * A union reports the issues of every alternative. Keeps the alternative with the fewest, preferring one with an
 * error code.
 */
function leaves(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || errorCodeSet.has(issue.message)) return [issue];
  const [meant] = issue.errors
    .map((issues) => issues.flatMap(leaves))
    .sort((a, b) => a.length - b.length || Number(namesError(b)) - Number(namesError(a)));
  if (meant === undefined) return [issue];
  return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

const namesError = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.some(({ message }) => errorCodeSet.has(message));
