import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../i18n/index.ts';
import { ChangedBand } from '../../../ui/changed-band.tsx';
import { changedFields, type DraftField, type MemberDraft } from './member-draft.ts';
import { lastEditorQuery } from './member-queries.ts';
import { useFieldLabels } from './member-text-fields.tsx';
import type { Edited } from './use-member-draft.ts';

interface MemberMovedProps {
  readonly member: MemberView;
  readonly as: 'admin' | 'manager';
  readonly edited: Edited;
}

/** What was changed elsewhere while the member was being edited. */
export function MemberMoved({ member, as, edited }: MemberMovedProps) {
  const { t } = useTexts();
  const fieldLabels = useFieldLabels();
  const shown = (field: DraftField, draft: MemberDraft): string => {
    if (field === 'status') return t(`account.states.${draft.status}`);
    const value = draft[field];
    if (typeof value === 'boolean') return value ? t('users.granted') : t('users.notGranted');
    return value === '' ? '–' : value;
  };
  const now = edited.latest;
  const old = { ...now, ...edited.moved };
  const moved = changedFields(old, now);
  const { data: by } = useQuery({ ...lastEditorQuery(member), enabled: as === 'admin' && moved.length > 0 });
  if (moved.length === 0) return null;
  const changes = moved.map((field) => ({
    label: fieldLabels[field],
    before: shown(field, old),
    now: shown(field, now),
  }));
  return (
    <ChangedBand
      by={by ?? undefined}
      staff={as === 'manager'}
      changes={changes}
      text={edited.changed.length > 0 ? t('users.kept') : undefined}
      className="mb-4 rounded-lg"
    />
  );
}
