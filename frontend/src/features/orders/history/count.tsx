export const Count = ({ text }: { readonly text: string }) => (
  <span className="ml-1 font-regular text-fg-subtle">{text}</span>
);
