/**
 * The steps of requests to providers: they take what a provider answers and tells to the thing that it was asked for, so
 * they stand below every feature that asks a provider.
 */
import type { Feature } from "../../contract/declare/feature.ts";
import { providerRequestNews } from "./provider_request.news.ts";
import { providerRequestProgress } from "./provider_request.progress.ts";
import { providerRequestReport } from "./provider_request.report.ts";
import { providerRequestResume } from "./provider_request.resume.ts";
import { providerRequestSimulate } from "./provider_request.simulate.ts";
import type { SubjectState } from "./provider_subjects.ts";

export const providerRequestStepsFeature = {
  operations: [
    providerRequestSimulate,
    providerRequestResume,
    providerRequestReport,
    providerRequestProgress,
    providerRequestNews,
  ],
} satisfies Feature<SubjectState>;
