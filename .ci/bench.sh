#!/usr/bin/env bash
# Prints the results of a short run of the bench, or one line that says why there are none. Never fails.
out=$(mktemp)
if timeout 180 npx --yes pnpm@12.21.0 bench --quick >"$out" 2>"$out.progress"; then
  sed -n '/^All results/,$p' "$out"
else
  status=$?
  reason=$(grep -m 1 -E 'Error|failed' "$out.progress")
  case "$reason" in
    *"npm ci"*) echo "bench --quick: skipped: the competitors' packages cannot be installed" ;;
    *) echo "bench --quick: crashed with $status: ${reason:-no reason given}" ;;
  esac
fi
rm -f "$out" "$out.progress"
exit 0
