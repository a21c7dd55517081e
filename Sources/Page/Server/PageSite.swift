import Bytes
import HTTPModel

/// The page itself and its files: no data is in them. A value.
struct PageSite {
    /// Those of the moment: a folder that somebody works on is read anew each time.
    private let assets: @Sendable () -> PageAssets
    private let isImmutable: Bool
    /// A password opens the page: it asks for one.
    private let asksForPassword: Bool

    /// - Parameter folder: reads the files of a folder that is worked on; nil: those of the program.
    init(folder: (@Sendable () -> PageAssets)?, asksForPassword: Bool) {
        self.asksForPassword = asksForPassword
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

    /// The page with the mark by which its script knows that there is a password.
    private static func marked(_ page: Bytes) -> Bytes {
        let parts = page.text.split(separator: "<html lang=\"en\">", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return page }
        return Bytes("\(parts[0])<html lang=\"en\" data-password>\(parts[1])")
    }

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
                .bytes(asksForPassword ? Self.marked(assets.page) : assets.page))
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
