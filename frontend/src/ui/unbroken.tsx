/** With the brackets, punctuation or Korean particle that belong to it. */
const unbroken = /(\S*(?:(?:Sell|Buy)\d+-[0-9a-f]{8}|\d USDT|\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)\S*)/;

/** A text whose order codes, amounts and dates are not broken over lines, except those wider than a line. */
export const Unbroken = ({ text }: { readonly text: string }) =>
  text.split(unbroken).map((part, place) =>
    // The pattern's one group: every other part is a match.
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text may name the same code twice, and its parts do not move
      <span key={place} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  );
