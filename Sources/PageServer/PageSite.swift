import Bytes
import HTTPModel
import PageAPI

/// The page itself and its files: no data is in them. A value.
struct PageSite {
    /// Those of the moment: a folder that somebody works on is read anew each time.
    private let assets: @Sendable () -> PageAssets
    private let isImmutable: Bool

    /// - Parameter folder: reads the files of a folder that is worked on; nil: those of the program.
    init(folder: (@Sendable () -> PageAssets)?) {
        assets = folder ?? { .embedded }
        isImmutable = folder == nil
    }

    private static let standing: [PageAnswer.Field] = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
            frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
            require-trusted-types-for 'script'; trusted-types 'none'
            """
        ), ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
    ]

    /// nil for what is not the page's: the API's.
    func answer(_ request: PageRequest) -> PageAnswer? {
        guard request.path == "/" || request.path.hasPrefix("/assets/") else { return nil }
        guard request.method == .get else {
            var error = PageAnswer(PageError(405, .method, "The page supports only GET."))
            error.fields.append(("Allow", "GET"))
            return error
        }
        let assets = assets()
        if request.path == "/" {
            return PageAnswer(
                200,
                [("Content-Type", PageAssets.type(of: "index.html")), ("Cache-Control", "no-store")] + Self.standing,
                .bytes(assets.page))
        }
        let parts = request.path.split(separator: "/", maxSplits: 2)
        guard parts.count == 3, parts[1] == assets.hash, let file = assets.file(String(parts[2])) else {
            return PageAnswer(PageError(404, .route, "The page has no such file; reload the page."))
        }
        let caching = isImmutable ? "public, max-age=31536000, immutable" : "no-store"
        return PageAnswer(
            200, [("Content-Type", PageAssets.type(of: String(parts[2]))), ("Cache-Control", caching)] + Self.standing,
            .bytes(file))
    }
}
