"""The site without a server."""  # noqa: A005  # tests mirror the package
