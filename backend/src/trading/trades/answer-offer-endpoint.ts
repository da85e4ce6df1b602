import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { decideOffer } from './answer-offer.ts';
import { tradeCommand } from './trade-command.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

/** `POST /trades/:id/consent`: a member accepts or declines the price of an offered match. */
export const answerOffer =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.answerOffer>) =>
    tradeCommand(
      deps,
      request,
      () => (request.body.accept ? 'Proposal accepted.' : 'Proposal declined.'),
      (process, { command }) =>
        decideOffer(process, {
          ...{ command, tradeId: request.params.id },
          ...{ memberId: request.caller.memberId, accept: request.body.accept },
        }),
    );
