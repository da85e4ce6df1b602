import { type ErrorCode, errorCodes } from '@matgyo/contracts/errors/index';
import type { z } from 'zod';
import { failure, type RequestFailure } from './request-failure.ts';

const knownCodes: ReadonlySet<string> = new Set(errorCodes);
const mostFields = 20;

/**
 * `input` in the schema's shape, unknown fields dropped.
 *
 * @throws RequestFailure with the first code a rule of the schema names, else `otherwise`; `details.fields` says
 *   which fields, never what was in them.
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
  // If a field breaks several rules, the first is reported.
  const fields = Object.fromEntries(
    all
      .slice(0, mostFields)
      .map((issue) => [issue.path.join('.').slice(0, 100), issue.message])
      .reverse(),
  );
  const named = all.find((issue) => knownCodes.has(issue.message));
  return failure((named?.message as ErrorCode | undefined) ?? otherwise, { fields });
}

/**
 * A union reports what each alternative misses. The one that misses least is what the caller meant; of two, the one
 * that names an error.
 */
function leaves(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || knownCodes.has(issue.message)) return [issue];
  const [meant] = issue.errors
    .map((issues) => issues.flatMap(leaves))
    .sort((a, b) => a.length - b.length || Number(namesError(b)) - Number(namesError(a)));
  if (meant === undefined) return [issue];
  return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

const namesError = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.some(({ message }) => knownCodes.has(message));
