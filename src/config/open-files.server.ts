/** Returns the number of files that this process may have open, connections included; Infinity without a limit. */
export function openFilesLimit(): number {
  // The report would wait for the DNS names of both ends of every connection.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Number.POSITIVE_INFINITY;
}
