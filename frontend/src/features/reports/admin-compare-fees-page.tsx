import { CompareFees } from './compare-fees.tsx';

export default function AdminCompareFeesPage() {
  return <CompareFees reportPath="/admin/fees" trails />;
}
