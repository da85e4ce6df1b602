import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { useId, useRef, useState } from 'react';
import { useWaitingRole } from '../../../api/approvals.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { dateInKorea } from '../../../format/date-time.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Form } from '../../../ui/form-page.tsx';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { refusedField } from '../refused-field.ts';
import { brokenRule, editOf, type TextFieldName, textFields } from './member-draft.ts';
import { MemberMoved } from './member-moved.tsx';
import { useEditMember } from './member-queries.ts';
import { MemberTextFields, useFieldLabels } from './member-text-fields.tsx';
import { PayoutWaits } from './payout-waits.tsx';
import { RequestRoles, type RoleEdit } from './request-roles.tsx';
import { type Edited, useMemberDraft } from './use-member-draft.ts';

/** More names than these would not fit on a button. */
const namedMax = 2;

interface MemberEditorProps {
  readonly member: MemberView;
  /** Roles are for admins to give. A manager edits everything else. */
  readonly as: 'admin' | 'manager';
}

/**
 * A member as they may be edited. An edit says what was on screen, so that nothing is saved over a change that has not
 * been shown here.
 */
export function MemberEditor({ member, as }: MemberEditorProps) {
  const { t } = useTexts();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const edited = useMemberDraft(member);
  const { draft, changed, set } = edited;
  const saving = useSaving(member, edited, {
    as,
    onInvalid: (field) => document.getElementById(`${id}${field}`)?.focus(),
    // On a phone what has changed is shown a screen above the button.
    onChangedMeanwhile: () => form.current?.scrollIntoView(),
  });

  return (
    <Form
      ref={form}
      className="scroll-mt-20"
      aria-label={t('users.editorOf', { nickname: member.nickname })}
      onSubmit={() => changed.length > 0 && saving.save()}
    >
      {as === 'admin' && <RoleWaits memberId={member._id} />}
      {member.payoutWaitsUntil !== null && <PayoutWaits member={member} until={member.payoutWaitsUntil} />}
      <MemberMoved member={member} as={as} edited={edited} />
      <MemberIdentity member={member} />
      <MemberTextFields
        id={id}
        draft={draft}
        errors={saving.errors}
        onChange={(name, text) => {
          set(name, text);
          saving.setErrors({ ...saving.errors, [name]: undefined });
        }}
      />
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {as === 'admin' && <RoleFlags edited={edited} />}
        </div>
        <SaveButtons edited={edited} saving={saving} />
      </div>
      <RequestRoles
        nickname={member.nickname}
        edit={saving.toRequest}
        onClose={() => saving.setToRequest(undefined)}
        onRequested={() => {
          // What else was typed is saved by itself.
          saving.setToRequest(undefined);
          edited.undo(['admin', 'manager', 'status']);
        }}
      />
    </Form>
  );
}

interface SavingOptions extends Pick<MemberEditorProps, 'as'> {
  readonly onInvalid: (field: TextFieldName) => void;
  readonly onChangedMeanwhile: () => void;
}

/** Validates and sends an edit. `toRequest`: roles that another admin has to approve. */
function useSaving(member: MemberView, edited: Edited, { as, onInvalid, onChangedMeanwhile }: SavingOptions) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const edit = useEditMember(member.nickname, { as, done: t('users.saved', { nickname: member.nickname }) });
  const [errors, setErrors] = useState<Partial<Record<TextFieldName, string>>>({});
  const [toRequest, setToRequest] = useState<RoleEdit>();
  const { base, draft, changed } = edited;

  const refused = (error: unknown) => {
    if (isFailure(error, 'APPROVAL_NEEDED')) {
      const { admin, manager, status } = editOf(base, draft);
      return setToRequest({ admin, manager, status });
    }
    const field = textFields.find((name) => name === refusedField(error));
    if (field !== undefined) setErrors({ [field]: failureText(error) });
    if (isFailure(error, 'MEMBER_CHANGED')) onChangedMeanwhile();
  };
  const save = () => {
    const broken = textFields.flatMap((field): [TextFieldName, ErrorCode][] => {
      const code = changed.includes(field) ? brokenRule(field, draft[field]) : undefined;
      return code === undefined ? [] : [[field, code]];
    });
    setErrors(Object.fromEntries(broken.map(([field, code]) => [field, errorTexts(code)])));
    const [first] = broken;
    if (first !== undefined) return onInvalid(first[0]);
    edit.mutate(
      { ...editOf(base, draft), expectedRevision: member.revision },
      { onSuccess: ({ user }) => edited.saved(user), onError: refused },
    );
  };
  return { save, isPending: edit.isPending, errors, setErrors, toRequest, setToRequest };
}

function RoleWaits({ memberId }: { readonly memberId: string }) {
  const waits = useWaitingRole(memberId);
  return waits && <WaitingApproval approval={waits} />;
}

interface SaveButtonsProps {
  readonly edited: Edited;
  readonly saving: ReturnType<typeof useSaving>;
}

/** The button names what it saves, if that fits. */
function SaveButtons({ edited: { changed, undo }, saving }: SaveButtonsProps) {
  const { t, formatCount } = useTexts();
  const labels = useFieldLabels();
  const what =
    changed.length > namedMax
      ? t('users.saveMany', { fields: formatCount(changed.length) })
      : t('users.save', { fields: changed.map((field) => labels[field]).join(', ') });
  return (
    <div className="flex gap-2 max-md:w-full">
      {changed.length > 0 && (
        <Button
          size="medium"
          variant="quiet"
          off={saving.isPending}
          onClick={() => {
            undo();
            saving.setErrors({});
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
        busy={saving.isPending}
      >
        {changed.length === 0 ? t('users.nothingChanged') : what}
      </Button>
    </div>
  );
}

function RoleFlags({ edited: { draft, set } }: { readonly edited: Edited }) {
  const labels = useFieldLabels();
  return (['admin', 'manager'] as const).map((role) => (
    <label key={role} className="inline-flex min-h-9 items-center gap-2 font-medium text-small">
      <input
        type="checkbox"
        checked={draft[role]}
        onChange={(event) => set(role, event.target.checked)}
        className="size-[18px] accent-accent"
      />
      {labels[role]}
    </label>
  ));
}

/** What a member entered when signing up, which is never edited. */
function MemberIdentity({ member }: { readonly member: MemberView }) {
  const { t } = useTexts();
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2 lg:flex lg:flex-wrap lg:gap-x-12">
      <Facts
        value="break-words font-medium"
        rows={{
          [t('member.username')]: member.username,
          [t('member.nickname')]: member.nickname,
          [t('member.fullName')]: member.fullName,
          [t('member.dob')]: member.dob ?? '–',
          [t('users.joined')]: dateInKorea(member.createdAt),
        }}
      />
    </dl>
  );
}
