import { passkeyEndpoints } from '@matgyo/contracts/endpoints/passkeys';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import type { IdentityParts } from '../parts.ts';
import { changeFactor } from '../second-factor/change-factor.ts';
import { renewToken } from '../sessions/renew-token.ts';
import { siteOf } from './site.ts';

export function passkeyRoutes(deps: IdentityParts): readonly Route[] {
  const { db, passkeys, sealedRows, limits, requireStepUp } = deps;
  return capability(passkeyEndpoints, {
    async passkeys({ caller }) {
      return { items: await passkeys.list(caller.memberId) };
    },

    async preparePasskey(request) {
      const { caller } = request;
      await requireStepUp(caller, { sinceSignIn: true });
      await limits.passkeyOptionsOf.take(caller.memberId);
      return passkeys.prepare(caller, siteOf(request, deps.config));
    },

    async addPasskey(request) {
      const { caller, body, requestId } = request;
      const { memberId } = caller;
      const made = await passkeys.checkNew(caller, siteOf(request, deps.config), body.credential);
      if (made === undefined) throw failure('PASSKEY_REFUSED');
      const passkey = await changeFactor(deps, caller, {
        action: 'passkey-registered',
        requestId,
        change: (trx) => passkeys.add(trx, { memberId, name: body.name }, made),
        writesMember: true,
        enter: (trx, { _id }) => enterPasskey(trx, sealedRows, { memberId, id: _id }),
      });
      await limits.passkeyOptionsOf.giveBack(memberId);
      return { passkey, token: await renewToken(deps, caller) };
    },

    async renamePasskey({ caller, params, body }) {
      const { memberId } = caller;
      await limits.passkeyNamesOf.take(memberId);
      await db.transaction().execute(async (trx) => {
        const outcome = await passkeys.rename(trx, memberId, { id: params.id, name: body.name });
        if (outcome === 'none') throw failure('PASSKEY_NOT_FOUND');
        if (outcome === 'renamed') await sealedRows.enter(trx, { 'app.passkeys': [params.id] });
      });
      return { message: 'Renamed' };
    },

    async removePasskey({ caller, params, requestId }) {
      await requireStepUp(caller, { sinceSignIn: true });
      await changeFactor(deps, caller, {
        action: 'passkey-removed',
        requestId,
        async change(trx) {
          const removed = await passkeys.remove(trx, caller.memberId, params.id);
          if (removed.length === 0) throw failure('PASSKEY_NOT_FOUND');
        },
        writesMember: true,
        enter: (trx) => enterPasskey(trx, sealedRows, { memberId: caller.memberId, id: params.id }),
      });
      return { message: 'Removed', token: await renewToken(deps, caller) };
    },
  });
}

/**
 * Together with the member's row, so that the entries about the member name every passkey, also one that is then
 * removed by SQL (`RowCheck.factors`).
 */
const enterPasskey = (
  trx: Database,
  sealedRows: SealedRows,
  { memberId, id }: { readonly memberId: MemberId; readonly id: string },
): Promise<void> => sealedRows.enter(trx, { 'app.members': [memberId], 'app.passkeys': [id] });
