import { Skeleton, SkeletonRows } from "../components/states";

/** The outline of a page, which is shown while its code is loading. Its measures are those of `Page`. */
export const PagePending = () => (
  <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4 p-3 sm:p-6">
    <Skeleton className="h-8 w-48" />
    <SkeletonRows count={8} />
  </div>
);
