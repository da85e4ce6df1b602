import { createStepUpHash, type ProvenBy } from '@matgyo/backend/identity/sessions/step-up';
import { keysFrom } from '@matgyo/backend/platform/keys';
import { type Person, type TestServer, testSecret } from './server.ts';

/** Sets back the opening and the last proof of all of a member's sessions by some hours. */
export async function proveEarlier(
  { pool }: Pick<TestServer, 'pool'>,
  { memberId }: Pick<Person, 'memberId'>,
  hours: number,
): Promise<void> {
  const seal = createStepUpHash(keysFrom(testSecret).stepUps);
  const { rows } = await pool.query<{ id: string; proven_at: Date; proof_seal: string }>(
    'select id, proven_at, proof_seal from app.sessions where member_id = $1',
    [memberId],
  );
  for (const { id, proven_at, proof_seal } of rows) {
    const by: ProvenBy = seal(id, 'step-up', proven_at) === proof_seal ? 'step-up' : 'sign-in';
    const at = new Date(proven_at.getTime() - hours * 3_600_000);
    await pool.query(
      `update app.sessions set proven_at = $2, proof_seal = $3,
         created_at = created_at - make_interval(hours => $4) where id = $1`,
      [id, at, seal(id, by, at), hours],
    );
  }
}
