import { useTexts } from '../../../i18n/index.ts';
import { InputField } from '../../../ui/field.tsx';
import { WalletLink } from '../../../ui/solscan.tsx';
import { type DraftField, type MemberDraft, type TextFieldName, textFields } from './member-draft.ts';

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
          wraps={name === 'tetherAddress'}
          after={
            name === 'tetherAddress' &&
            draft[name] !== '' && (
              <WalletLink address={draft[name]} what={fieldLabels[name]} className="-mr-1" />
            )
          }
          autoComplete="off"
          inputMode={name === 'phone' ? 'tel' : name === 'bankAccount' ? 'numeric' : 'text'}
          onChange={(event) => onChange(name, event.target.value)}
        />
      ))}
    </div>
  );
}

export function useFieldLabels(): Readonly<Record<DraftField, string>> {
  const { t } = useTexts();
  return {
    phone: t('member.phone'),
    telegram: t('member.telegram'),
    referralCode: t('member.referralCode'),
    bankName: t('member.bankName'),
    bankAccount: t('member.bankAccount'),
    tetherAddress: t('member.tetherAddress'),
    status: t('label.status'),
    admin: t('users.isAdmin'),
    manager: t('users.isManager'),
  };
}
