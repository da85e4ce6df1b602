import { InputField } from '../../../ui/field.tsx';
import { type MemberDraft, type TextFieldName, textFields } from './member-draft.ts';
import { useFieldLabels } from './member-labels.ts';

interface MemberTextFieldsProps {
  /** The fields' ids start with it. */
  readonly id: string;
  readonly draft: MemberDraft;
  readonly errors: Partial<Record<TextFieldName, string>>;
  readonly onChange: (name: TextFieldName, text: string) => void;
}

export function MemberTextFields({ id, draft, errors, onChange }: MemberTextFieldsProps) {
  const fieldLabels = useFieldLabels();
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 lg:grid-cols-3">
      {textFields.map((name) => (
        <InputField
          key={name}
          id={`${id}${name}`}
          label={fieldLabels[name]}
          value={draft[name]}
          error={errors[name]}
          className={name === 'tetherAddress' ? 'text-small' : undefined}
          autoComplete="off"
          inputMode={name === 'phone' ? 'tel' : name === 'bankAccount' ? 'numeric' : 'text'}
          onChange={(event) => onChange(name, event.target.value)}
        />
      ))}
    </div>
  );
}
