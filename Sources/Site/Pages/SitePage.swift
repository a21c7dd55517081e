/// A page for people: blocks of plain text that become HTML for a browser and plain text for a terminal.
///
/// Blocks never hold markup, so whatever a client sent may stand in one; the two renderers escape. A value, made and
/// rendered while a request is answered.
package struct SitePage: Sendable {
    package enum Block: Sendable {
        case heading(String)
        case text(String)
        /// Verbatim lines: commands, message heads.
        case code(String)
        case link(String, to: String)
        case table([Row])
        /// Things to try: the cards of the index.
        case cards([Card])
        case form(Form)
        /// Whether this browser trusts the authority, found out by a script: for pages of Hark itself.
        case liveCheck
    }

    package struct Row: Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A page worth watching: where it is, what to watch, and how to fetch it by hand.
    package struct Card: Sendable {
        package let path: String
        package let title: String
        package let watch: String
        package let curl: String
    }

    package struct Form: Sendable {
        package struct Input: Sendable {
            let name: String
            let label: String
            let type: String
            let value: String

            package init(name: String, label: String, type: String = "text", value: String = "") {
                self.name = name
                self.label = label
                self.type = type
                self.value = value
            }
        }

        let action: String
        let multipart: Bool
        let inputs: [Input]
        let button: String

        package init(action: String, multipart: Bool = false, inputs: [Input], button: String) {
            self.action = action
            self.multipart = multipart
            self.inputs = inputs
            self.button = button
        }
    }

    package let title: String
    package var blocks: [Block]
    /// The page's way home; the index and the pages of Hark itself have none.
    var linksHome = true

    package init(_ title: String, linksHome: Bool = true, _ blocks: [Block]) {
        self.title = title
        self.linksHome = linksHome
        self.blocks = blocks
    }

    /// The page as the client likes it, which Vary says (RFC 9110 §12.5.5).
    package func response(_ status: Int = 200, _ fields: [SiteResponse.Field] = [], for request: SiteRequest)
        -> SiteResponse
    {
        response(status, fields, html: request.prefersHTML)
    }

    package func response(_ status: Int = 200, _ fields: [SiteResponse.Field] = [], html: Bool) -> SiteResponse {
        if html {
            let standing: [SiteResponse.Field] = [
                ("Vary", "Accept"), ("Content-Security-Policy", HTMLRenderer.policy(for: self)),
                ("X-Content-Type-Options", "nosniff"),
            ]
            return SiteResponse(
                status, fields + standing, type: "text/html; charset=utf-8", HTMLRenderer.render(self))
        }
        return .plain(status, fields + [("Vary", "Accept")], TextRenderer.render(self))
    }
}
