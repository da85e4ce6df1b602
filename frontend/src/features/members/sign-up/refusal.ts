import { CallFailure } from '../../../api/call-failure.ts';
import { refusedField } from '../refused-field.ts';
import { type SignUpField, stepFields, stepNames } from './sign-up-form.ts';

const allFields: readonly SignUpField[] = stepNames.flatMap((step) => stepFields[step]);

/** The field a refusal is about: by its code or, where that says only that a field is invalid, by its details. */
export function faultyField(error: unknown): SignUpField | 'photo' | undefined {
  if (!(error instanceof CallFailure)) return undefined;
  const byCode = refusedField(error);
  if (byCode !== undefined) return byCode;
  const fields = error.answer.details['fields'];
  if (typeof fields !== 'object' || fields === null) return undefined;
  return allFields.find((field) => Object.hasOwn(fields, field));
}
