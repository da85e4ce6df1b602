const orderCode = /((?:Sell|Buy)\d+-[0-9a-f]{8})/;

/** A text whose order codes and amounts are not broken over lines. */
export const Unbroken = ({ text }: { readonly text: string }) =>
  text
    .replaceAll(' USDT', '\u00a0USDT')
    .split(orderCode)
    .map((part) =>
      orderCode.test(part) ? (
        <span key={part} className="whitespace-nowrap">
          {part}
        </span>
      ) : (
        part
      ),
    );
