import Bytes
import HTTPSemantics

/// What caches say they did, in fields of their own habit: `X-Cache`, `CF-Cache-Status`.
enum CacheReports {
    private static func reader(_ name: Bytes, _ spec: String) -> FieldReader {
        { scan in
            scan.list("cache-report", spec) { scan in
                scan.advanceToEnd()
                let report = CacheReport(field: name, values: [scan.seen])
                guard let report, let outcome = report.outcomes.first else {
                    return scan.name("cache-report", spec, "A word of the cache's own: \(abbreviating: scan.seen).")
                }
                scan.name("cache-report", spec, Wording(words(outcome, report.vendor)))
            }
        }
    }

    /// What one cache did, as a sentence.
    static func words(_ outcome: CacheReport.Outcome, _ vendor: CacheReport.Vendor?) -> String {
        let cache = vendor?.rawValue ?? "A cache on the way"
        return switch outcome {
        case .hit: "\(cache) answered from its store."
        case .revalidated: "\(cache) answered from its store, after the server had confirmed that copy."
        case .stale: "\(cache) answered with a stale copy."
        case .updating: "\(cache) answered with a stale copy, and fetches a new one."
        case .miss: "\(cache) did not answer from its store: it asked the server."
        case .expired: "\(cache) had only an expired copy, so it asked the server."
        case .bypass: "\(cache) did not use its store: the response, the request or a setting forbids it."
        case .dynamic: "\(cache) does not store this kind of answer, unless a rule of the site asks for it."
        case .made: "\(cache) made the answer itself, without looking into its store."
        case .failed: "The answer is an error, of the server or of \(vendor?.rawValue ?? "the cache") itself."
        }
    }
}

extension CacheReports {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "x-cache", samples: ["HIT", "MISS, HIT", "RefreshHit from cloudfront", "TCP_MEM_HIT from a23-1-2-3 (x)"],
            reader("X-Cache", "X-Cache, by habit")),
        Field("cf-cache-status", samples: ["HIT", "DYNAMIC"], reader("CF-Cache-Status", "Cloudflare")),
    ]
}
