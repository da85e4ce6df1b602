import type { OrderStatus } from '@matgyo/contracts/order-status';
import { Status } from '../../../../../ui/status.tsx';

/** A status without colour, for paper. */
export const PaperStatus = ({ status }: { readonly status: OrderStatus }) => (
  <strong className="font-strong [&_*]:leading-4 [&_*]:text-[length:inherit] [&_svg]:hidden">
    <Status status={status} />
  </strong>
);
