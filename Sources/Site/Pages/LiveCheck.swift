/// The part of a page that finds out whether the browser which shows it trusts the authority: it fetches something over
/// TLS from Hark. Without a script there is a link that a person can follow to the same end.
enum LiveCheck {
    static let path = "trusted"
    static let url = "https://hark.test/trusted"

    /// Known to the page's policy by its hash. It writes text only, and sends nothing but the one request.
    static let script = """
        const box = document.getElementById("check");
        const say = (kind, text) => { box.className = "check " + kind; box.textContent = text; };
        fetch("\(url)", {cache: "no-store"})
          .then(answer => { if (!answer.ok) throw answer; })
          .then(() => say("good", "This browser trusts Hark: HTTPS will be readable."))
          .catch(() => say("bad", "This browser does not trust Hark yet, or it does not send HTTPS through it."));
        """

    static var html: String {
        let link = "<a href=\"\(url)\">\(url)</a>"
        return """
            <p class="check" id="check" role="status">Open \(link): if it opens without a warning, this browser trusts \
            Hark.</p>
            <script>\(script)</script>

            """
    }

    static let text = "To see whether your client trusts Hark: curl \(url)\n"

    /// `/trusted`: that it can be read over TLS is the answer. Only Hark's own page may ask from a script.
    static func response(_ standing: [SiteResponse.Field], for request: SiteRequest) -> SiteResponse {
        let fields = standing + [("Access-Control-Allow-Origin", "http://hark.test")]
        let page = SitePage(
            "Trusted", linksHome: false,
            [
                .text(
                    """
                    If you opened this page by \(url) without a warning, your client trusts Hark's CA, and Hark can \
                    show its HTTPS traffic.
                    """),
                .text("Over http this page does not show whether the client trusts Hark."),
                .link("Trust, and how to remove it", to: "/trust"),
            ])
        return page.response(200, fields, for: request)
    }
}
