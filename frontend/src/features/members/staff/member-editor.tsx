import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { type ReactNode, useId, useRef, useState } from 'react';
import { isFailure } from '../../../api/call-failure.ts';
import { failureText } from '../../../api/failure-text.ts';
import { formatCount } from '../../../format/amount.ts';
import { dateInKorea } from '../../../format/moment.ts';
import { useErrorWords } from '../../../i18n/error-labels.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/choice.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { useWaitingRole } from '../../../ui/waiting-approvals.ts';
import { AskRoles, type RoleEdit } from './ask-roles.tsx';
import {
  brokenRule,
  changedFields,
  type DraftField,
  draftOf,
  editOf,
  type MemberDraft,
  type TextFieldName,
  textFields,
} from './member-draft.ts';
import { useFieldWords } from './member-labels.ts';
import { MemberMoved } from './member-moved.tsx';
import { useEditMember, useEditsUnderWay } from './member-queries.ts';
import { PayoutWaits } from './payout-waits.tsx';

/** More names than these would not fit on a button. */
const namedAtMost = 2;

interface MemberEditorProps {
  readonly member: MemberView;
  /** Roles are for admins to give. A manager edits everything else. */
  readonly as: 'admin' | 'manager';
}

/**
 * A member as they may be edited. When the member is changed elsewhere meanwhile, fields without input follow, and
 * what has changed is said; what was typed stays. An edit says what was on screen, so that nothing is saved over a change
 * that has not been shown here.
 */
export function MemberEditor({ member, as }: MemberEditorProps) {
  const { t, language } = useTexts();
  const fieldWords = useFieldWords();
  const errorWords = useErrorWords();
  const id = useId();
  const edit = useEditMember(member.nickname);
  const form = useRef<HTMLFormElement>(null);
  const underWay = useEditsUnderWay(member.nickname);
  const [base, setBase] = useState(() => draftOf(member));
  const [draft, setDraft] = useState(base);
  const [errors, setErrors] = useState<Partial<Record<TextFieldName, string>>>({});
  const [moved, setMoved] = useState<Partial<MemberDraft>>({});
  const [seen, setSeen] = useState(base);
  const [toAsk, setToAsk] = useState<RoleEdit>();
  const latest = draftOf(member);
  if (changedFields(seen, latest).length > 0) {
    setSeen(latest);
    const news = changedFields(base, latest);
    const untouched = news.filter((field) => draft[field] === base[field]);
    setBase(latest);
    setDraft({ ...draft, ...pick(latest, untouched) });
    // What was just saved here comes back as what is already known.
    const byOthers = news.filter(
      (field) => latest[field] !== draft[field] && !underWay.some((sent) => sent[field] === latest[field]),
    );
    setMoved({ ...pick(base, byOthers), ...moved });
  }
  const changed = changedFields(base, draft);
  const set = <Name extends DraftField>(name: Name, value: MemberDraft[Name]) =>
    setDraft({ ...draft, [name]: value });

  const save = () => {
    const broken = textFields.flatMap((field): [TextFieldName, ErrorCode][] => {
      const code = changed.includes(field) ? brokenRule(field, draft[field]) : undefined;
      return code === undefined ? [] : [[field, code]];
    });
    setErrors(Object.fromEntries(broken.map(([field, code]) => [field, errorWords(code)])));
    const [first] = broken;
    if (first !== undefined) {
      document.getElementById(`${id}${first[0]}`)?.focus();
      return;
    }
    edit.mutate(
      { ...editOf(base, draft), expectedRevision: member.revision },
      {
        onSuccess: ({ user }) => {
          setBase(draftOf(user));
          setDraft(draftOf(user));
          setMoved({});
          toast({ kind: 'done', text: t('users.saved', { nickname: member.nickname }) });
        },
        onError: (error) => {
          if (isFailure(error, 'APPROVAL_NEEDED')) return setToAsk(rolesOf(editOf(base, draft)));
          const field = refusedField(error);
          const text = failureText(error, t);
          if (field !== undefined) setErrors({ [field]: text });
          // On a phone what has changed is said a screen above the button.
          if (isFailure(error, 'MEMBER_CHANGED')) form.current?.scrollIntoView();
          toast({
            kind: 'failed',
            text: as === 'admin' ? t('users.wentWrong', { error: text }) : t('users.wentWrongShort'),
          });
        },
      },
    );
  };

  return (
    <form
      ref={form}
      className="scroll-mt-20"
      aria-label={t('users.editorOf', { nickname: member.nickname })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0) save();
      }}
    >
      {as === 'admin' && <RoleWaits memberId={member._id} />}
      {member.payoutWaitsUntil !== null && <PayoutWaits member={member} until={member.payoutWaitsUntil} />}
      <MemberMoved member={member} as={as} before={moved} now={latest} typed={changed.length > 0} />
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-5">
        <ReadOnly label={t('member.username')}>{member.username}</ReadOnly>
        <ReadOnly label={t('member.nickname')}>{member.nickname}</ReadOnly>
        <ReadOnly label={t('member.fullName')}>{member.fullName}</ReadOnly>
        <ReadOnly label={t('member.dob')}>{member.dob ?? '–'}</ReadOnly>
        <ReadOnly label={t('users.joined')}>{dateInKorea(member.createdAt)}</ReadOnly>
      </dl>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 lg:grid-cols-3">
        {textFields.map((name) => (
          <Field key={name} id={`${id}${name}`} label={fieldWords[name]} error={errors[name]}>
            <TextInput
              id={`${id}${name}`}
              value={draft[name]}
              error={errors[name]}
              className={name === 'tetherAddress' ? 'text-small' : undefined}
              autoComplete="off"
              inputMode={name === 'phone' ? 'tel' : name === 'bankAccount' ? 'numeric' : 'text'}
              onChange={(event) => {
                set(name, event.target.value);
                setErrors({ ...errors, [name]: undefined });
              }}
            />
          </Field>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Segments
            label={t('users.status')}
            chosen={draft.status}
            onChoose={(status) => set('status', status)}
            choices={[
              { value: 'active', label: t('account.active') },
              { value: 'inactive', label: t('account.inactive') },
            ]}
          />
          {as === 'admin' && (
            <>
              <Flag label={t('users.isAdmin')} on={draft.admin} onChange={(on) => set('admin', on)} />
              <Flag label={t('users.isManager')} on={draft.manager} onChange={(on) => set('manager', on)} />
            </>
          )}
        </div>
        <div className="flex gap-2 max-md:w-full">
          {changed.length > 0 && (
            <Button
              size="medium"
              variant="quiet"
              off={edit.isPending}
              onClick={() => {
                setDraft(base);
                setErrors({});
              }}
            >
              {t('users.undo')}
            </Button>
          )}
          <Button
            type="submit"
            size="medium"
            variant="primary"
            className="max-md:min-h-11 max-md:flex-auto"
            off={changed.length === 0}
            busy={edit.isPending}
          >
            {changed.length === 0
              ? t('users.nothingChanged')
              : changed.length > namedAtMost
                ? t('users.saveMany', { fields: formatCount(changed.length, language) })
                : t('users.save', { fields: changed.map((field) => fieldWords[field]).join(', ') })}
          </Button>
        </div>
      </div>
      <AskRoles
        nickname={member.nickname}
        edit={toAsk}
        onClose={() => setToAsk(undefined)}
        onAsked={() => {
          // What else was typed is saved by itself.
          setToAsk(undefined);
          setDraft({ ...draft, ...pick(base, ['admin', 'manager', 'status']) });
        }}
      />
    </form>
  );
}

const rolesOf = ({ admin, manager, status }: RoleEdit): RoleEdit => ({
  ...(admin !== undefined && { admin }),
  ...(manager !== undefined && { manager }),
  ...(status !== undefined && { status }),
});

function RoleWaits({ memberId }: { readonly memberId: string }) {
  const waits = useWaitingRole(memberId);
  return waits && <WaitingApproval approval={waits} />;
}

function pick(draft: MemberDraft, fields: readonly DraftField[]): Partial<MemberDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

const prefixes: readonly (readonly [string, TextFieldName])[] = [
  ['PHONE_', 'phone'],
  ['TELEGRAM_', 'telegram'],
  ['REFERRAL_CODE_', 'referralCode'],
  ['BANK_NAME_', 'bankName'],
  ['BANK_ACCOUNT_', 'bankAccount'],
  ['TETHER_ADDRESS_', 'tetherAddress'],
];

/** The field a refusal is about, so that it is shown there too. */
const refusedField = (error: unknown): TextFieldName | undefined =>
  isFailure(error) ? prefixes.find(([prefix]) => error.code.startsWith(prefix))?.[1] : undefined;

function ReadOnly({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-subtle text-micro">{label}</dt>
      <dd className="break-words font-medium">{children}</dd>
    </div>
  );
}

interface FlagProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function Flag({ label, on, onChange }: FlagProps) {
  return (
    <label className="inline-flex min-h-9 items-center gap-2 font-medium text-small">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        className="size-[18px] accent-accent"
      />
      {label}
    </label>
  );
}
