"""A mitmproxy addon, as mitmproxy runs it: replaces a word in pages of text."""

from mitmproxy import ctx, http


class Words:
    def __init__(self):
        self.count = 0

    def load(self, loader):
        loader.add_option("word", str, "demo", "the word to replace")
        loader.add_option("by", str, "example", "what it is replaced by")

    def response(self, flow: http.HTTPFlow):
        if flow.response.headers.get("content-type", "").startswith("text/"):
            self.count += 1
            flow.response.text = flow.response.text.replace(ctx.options.word, ctx.options.by)
            flow.response.headers["x-count"] = str(self.count)


addons = [Words()]
