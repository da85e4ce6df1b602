import { type AccountState, accountState } from '@matgyo/contracts/account-states';
import { accountFor } from '@matgyo/contracts/bank-names';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { useId, useState } from 'react';
import { isFailure } from '../../../api/call-failure.ts';
import { useTexts } from '../../../i18n/index.ts';
import { classes } from '../../../ui/class-names.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { useEditMember } from './member-queries.ts';
import { RequestRoles, type RoleEdit } from './request-roles.tsx';

interface StatusSwitchProps {
  readonly member: MemberView;
  readonly as: 'admin' | 'manager';
}

const colors: Readonly<Record<AccountState, string>> = {
  active: 'text-onsale',
  awaiting: 'text-pending',
  deactivated: 'text-fg-muted',
};

/** Whether an account may trade and, if not, why, as a switch; asks before it is turned. */
export function StatusSwitch({ member, as }: StatusSwitchProps) {
  const { t } = useTexts();
  /** About the member as they were when it opened. */
  const { subject: seen, isOpen, open, close } = useDialog<MemberView>();
  const [toRequest, setToRequest] = useState<RoleEdit>();
  const on = member.status === 'active';
  const wasOn = seen?.status === 'active';
  const status = wasOn ? 'inactive' : 'active';
  const { nickname } = member;
  const id = useId();
  const state = accountState(member);
  const edit = useEditMember(nickname, {
    as,
    done: (sent) => t(sent.status === 'active' ? 'users.activated' : 'users.deactivated', { nickname }),
  });
  const toggle = () =>
    edit.mutate(
      { status, expectedRevision: seen?.revision },
      {
        onError: (error) => {
          if (isFailure(error, 'APPROVAL_NEEDED')) setToRequest({ status });
        },
        onSettled: close,
      },
    );
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={t('users.statusOf', { nickname })}
        aria-describedby={id}
        onClick={() => open(member)}
        className="relative -my-1 inline-flex min-h-7 align-middle items-center gap-2 whitespace-nowrap font-medium tap-target"
      >
        <span
          className={classes(
            'relative h-[18px] w-8 rounded-full transition-colors duration-fast',
            on ? 'bg-accent' : 'bg-line-strong',
          )}
        >
          <span
            className={classes(
              'absolute top-0.5 size-3.5 rounded-full bg-canvas transition-[left] duration-fast',
              on ? 'left-4' : 'left-0.5',
            )}
          />
        </span>
        <span id={id} className={colors[state]}>
          {t(`account.states.${state}`)}
        </span>
      </button>
      {seen !== undefined && (
        <Confirm
          open={isOpen}
          danger={wasOn}
          busy={edit.isPending}
          title={wasOn ? t('users.deactivateTitle', { nickname }) : t('users.activateTitle', { nickname })}
          confirmLabel={wasOn ? t('users.deactivate', { nickname }) : t('users.activate', { nickname })}
          onCancel={close}
          onConfirm={toggle}
        >
          {wasOn ? t('users.deactivateText') : <ToCheck member={seen} as={as} onLeave={close} />}
        </Confirm>
      )}
      <RequestRoles
        nickname={nickname}
        edit={toRequest}
        onClose={() => setToRequest(undefined)}
        onRequested={() => setToRequest(undefined)}
      />
    </>
  );
}

/** What is compared with the ID photo before an account is activated. */
function ToCheck({ member, as, onLeave }: StatusSwitchProps & { readonly onLeave: () => void }) {
  const { t, language } = useTexts();
  return (
    <div className="grid gap-3">
      <p>{t('users.activateText')}</p>
      <Effects
        rows={{
          [t('member.fullName')]: member.fullName,
          [t('member.dob')]: member.dob ?? '–',
          [t('users.bank')]: accountFor(language, member),
        }}
      />
      {as === 'admin' && (
        <TextLink
          to={`/admin/users/${member._id}`}
          className="justify-self-start text-accent text-small font-strong"
          onClick={onLeave}
        >
          {t('users.openPhoto')}
        </TextLink>
      )}
    </div>
  );
}
