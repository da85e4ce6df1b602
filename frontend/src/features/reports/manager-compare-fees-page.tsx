import { CompareFees } from './compare-fees.tsx';

export default function ManagerCompareFeesPage() {
  return <CompareFees reportPath="/manager/fee" trails={false} />;
}
