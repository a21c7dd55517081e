# For a tap: replace the address and the checksum by those of the release (SHA256SUMS).
class Hark < Formula
  desc "HTTP proxy that shows, records and explains traffic"
  homepage "https://github.com/OWNER/hark"
  url "https://github.com/OWNER/hark/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.4", :build]
  depends_on "brotli"
  depends_on "duktape"
  depends_on "libidn2"
  depends_on "libpsl"
  depends_on macos: :sequoia
  depends_on "openssl@3"
  depends_on "zstd"

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "hark"
    ENV["BINARY"] = ".build/release/hark"
    system "sh", "scripts/install", prefix.to_s
  end

  def caveats
    <<~EOS
      Before you remove Hark, end the trust in its CA: hark ca untrust
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/hark --version")
    assert_match "Vary", shell_output("#{bin}/hark explain header Vary")
  end
end
