import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { infiniteQueryOptions, queryOptions, useMutationState } from '@tanstack/react-query';
import type { AnswerOf, BodyOf, QueryOf } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { command, useCommand } from '../../../api/command.ts';
import { answerTo, pages, pollUnlessPushed, queryKeys } from '../../../api/queries.ts';
import { useTexts } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toast.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';

const keys = queryKeys.own.staff.members;

/** How often a visible list is fetched again for new and changed members. */
const lookAgainMs = 15_000;

export interface MemberFilters extends Omit<QueryOf<typeof memberPaths.listMembers>, 'cursor' | 'limit'> {
  /** A manager's list: those they invited, or all they may see. */
  readonly invited?: boolean;
}

/** Members, newest first, as an admin or (with `invited` stated) a manager may see them. */
export const memberListQuery = ({ invited, ...filters }: MemberFilters) =>
  infiniteQueryOptions({
    ...(invited === undefined
      ? pages(keys.all, memberPaths.listMembers, filters)
      : pages(keys.all, memberPaths.listReferredMembers, { ...filters, all: !invited })),
    refetchInterval: pollUnlessPushed(lookAgainMs),
    placeholderData: (previous) => previous,
  });

export type MemberWithActivity = AnswerOf<typeof memberPaths.memberById>;

export const memberQuery = (id: string) =>
  queryOptions({
    ...answerTo(keys.one(id), memberPaths.memberById, { params: { id } }),
    refetchInterval: pollUnlessPushed(lookAgainMs),
  });

/** Who brought a member to this revision, as the audit log has it, which admins alone may read. */
export const lastEditorQuery = ({ nickname, revision }: Pick<MemberView, 'nickname' | 'revision'>) =>
  queryOptions({
    ...answerTo([...keys.all, 'editor', revision], auditPaths.auditLog, {
      query: { subject: nickname, action: 'member-edited', limit: 1 },
    }),
    select: ({ items }) => items[0]?.actorNickname ?? null,
  });

export type MemberEdit = BodyOf<typeof memberPaths.editMember>;

const editing = (nickname: string) => [...keys.all, 'edit', nickname] as const;

/** What this screen is saving of the member, so that it is not shown as someone else's change. */
export const useEditsUnderWay = (nickname: string): readonly MemberEdit[] =>
  useMutationState({
    filters: { mutationKey: editing(nickname), status: 'pending' },
    select: ({ state }) => state.variables as MemberEdit,
  });

interface EditOptions {
  readonly as: 'admin' | 'manager';
  /** Shown after success. */
  readonly done: string | ((edit: MemberEdit) => string);
}

/**
 * Saves an edit, and counts as done once the lists are loaded again, also after a failure. The screen, as long as it is
 * there, offers to request what another admin has to approve.
 */
export function useEditMember(nickname: string, { as, done }: EditOptions) {
  const { t, failureText } = useTexts();
  const isShown = useIsShown();
  return useCommand({
    mutationKey: editing(nickname),
    command: (edit: MemberEdit) => command(memberPaths.editMember, { params: { nickname }, body: edit }),
    changes: [keys.all],
    untilShown: true,
    done,
    onRefused: (error) => {
      if (isShown.current && isFailure(error, 'APPROVAL_NEEDED')) return;
      const text = t('users.wentWrong', { error: failureText(error) });
      toast({ kind: 'failed', text: as === 'admin' ? text : t('users.wentWrongShort') });
    },
  });
}
